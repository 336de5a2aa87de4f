-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "lookalikeKey" TEXT;

-- CreateIndex
CREATE INDEX "Identity_appId_lookalikeKey_idx" ON "Identity"("appId", "lookalikeKey");

