-- AlterTable
ALTER TABLE "User" ADD COLUMN     "externalId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "User_appId_externalId_key" ON "User"("appId", "externalId");
