-- CreateTable
CREATE TABLE "SquadRemoval" (
    "squadId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "removedAt" BIGINT NOT NULL,

    CONSTRAINT "SquadRemoval_pkey" PRIMARY KEY ("squadId","userId")
);

-- CreateIndex
CREATE INDEX "SquadRemoval_userId_idx" ON "SquadRemoval"("userId");

