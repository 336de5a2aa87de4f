-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "city" TEXT,
ADD COLUMN     "country" TEXT;
