-- CreateEnum
CREATE TYPE "TaskRepeat" AS ENUM ('once', 'daily');

-- AlterEnum
ALTER TYPE "RingEntryKind" ADD VALUE 'task';

-- CreateTable
CREATE TABLE "GameTask" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "url" TEXT,
    "iconUrl" TEXT,
    "reward" BIGINT NOT NULL,
    "check" JSONB NOT NULL,
    "repeat" "TaskRepeat" NOT NULL DEFAULT 'once',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "startsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "maxCompletions" BIGINT,
    "minLevel" INTEGER,
    "minLeague" TEXT,
    "position" INTEGER NOT NULL,
    "sealedSecret" BYTEA,
    "sealedPrevious" BYTEA,
    "previousUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "GameTask_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TaskCount" (
    "taskId" UUID NOT NULL,
    "slot" INTEGER NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "TaskCount_pkey" PRIMARY KEY ("taskId","slot")
);

-- CreateTable
CREATE TABLE "TaskProgress" (
    "userId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "period" TEXT NOT NULL DEFAULT '',
    "startedAt" BIGINT NOT NULL,
    "completedAt" BIGINT,
    "reward" BIGINT,

    CONSTRAINT "TaskProgress_pkey" PRIMARY KEY ("userId","taskId")
);

-- CreateTable
CREATE TABLE "TaskCode" (
    "taskId" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "usedAt" BIGINT,
    "usedBy" UUID,

    CONSTRAINT "TaskCode_pkey" PRIMARY KEY ("taskId","digest")
);

-- CreateIndex
CREATE INDEX "GameTask_appId_position_idx" ON "GameTask"("appId", "position");

-- CreateIndex
CREATE INDEX "TaskProgress_taskId_idx" ON "TaskProgress"("taskId");


-- Codes that a user used, for the deletion of that user.
CREATE INDEX "TaskCode_usedBy" ON "TaskCode" ("usedBy") WHERE "usedBy" IS NOT NULL;
