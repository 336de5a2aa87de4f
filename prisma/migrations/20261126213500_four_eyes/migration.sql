-- AlterTable
ALTER TABLE "Admin" ADD COLUMN     "email" TEXT;

-- CreateTable
CREATE TABLE "FourEyes" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FourEyes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Approval" (
    "id" UUID NOT NULL,
    "call" TEXT NOT NULL,
    "kinds" TEXT[],
    "appId" UUID,
    "subject" TEXT,
    "requestedById" INTEGER NOT NULL,
    "tokenId" UUID,
    "tokenName" TEXT,
    "ip" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "changes" JSONB NOT NULL,
    "version" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedById" INTEGER,
    "decidedAt" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "problem" TEXT,

    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Approval_state_createdAt_idx" ON "Approval"("state", "createdAt");

-- CreateIndex
CREATE INDEX "Approval_requestedById_idx" ON "Approval"("requestedById");

-- CreateIndex
CREATE INDEX "Approval_decidedById_idx" ON "Approval"("decidedById");

-- CreateIndex
CREATE INDEX "Approval_createdAt_idx" ON "Approval"("createdAt");

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Beyond Prisma: one row of settings; nobody decides on the own request; the same request waits once.
ALTER TABLE "FourEyes" ADD CONSTRAINT "FourEyes_one_row" CHECK ("id" = 1);
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_state_check" CHECK ("state" IN ('pending', 'approved', 'run', 'refused', 'withdrawn', 'expired', 'failed'));
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_second_admin" CHECK ("decidedById" <> "requestedById");
CREATE UNIQUE INDEX "Approval_pending_once" ON "Approval"("requestedById", "digest") WHERE "state" = 'pending';
