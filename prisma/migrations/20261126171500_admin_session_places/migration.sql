-- AlterTable
ALTER TABLE "AdminSession" ADD COLUMN "country" TEXT, ADD COLUMN "city" TEXT;
