-- DropIndex
DROP INDEX "RingClaim_appId_status_dueAt_idx";

-- CreateIndex
CREATE INDEX "RingClaim_appId_status_token_dueAt_idx" ON "RingClaim"("appId", "status", "token", "dueAt");
