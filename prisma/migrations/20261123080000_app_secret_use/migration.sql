-- AlterTable
ALTER TABLE "AppSecret" ADD COLUMN     "createdBy" INTEGER,
ADD COLUMN     "lastFour" TEXT,
ADD COLUMN     "lastUsedAt" TIMESTAMPTZ(3);

