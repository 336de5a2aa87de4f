-- AlterEnum
ALTER TYPE "RingEntryKind" ADD VALUE 'squad';

-- AlterTable
ALTER TABLE "Player" ADD COLUMN     "squadId" UUID,
ADD COLUMN     "squadJoinedAt" BIGINT;

-- CreateTable
CREATE TABLE "Squad" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "lookalikeKey" TEXT NOT NULL,
    "leaderId" UUID NOT NULL,
    "members" INTEGER NOT NULL,
    "earned" BIGINT NOT NULL DEFAULT 0,
    "createdAt" BIGINT NOT NULL,

    CONSTRAINT "Squad_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Squad_appId_nameKey_key" ON "Squad"("appId", "nameKey");

-- CreateIndex
CREATE INDEX "Squad_appId_lookalikeKey_idx" ON "Squad"("appId", "lookalikeKey");


-- Squads of an app in the order of their board.
CREATE INDEX "Squad_board" ON "Squad" ("appId", earned DESC, id);
-- Squads by the beginning of their name.
CREATE INDEX "Squad_name" ON "Squad" ("appId", "nameKey" text_pattern_ops);
-- The members of a squad. Taps do not change it, so that their new versions of rows stay on their pages.
CREATE INDEX "Player_squad" ON "Player" ("squadId", "squadJoinedAt") WHERE "squadId" IS NOT NULL;
