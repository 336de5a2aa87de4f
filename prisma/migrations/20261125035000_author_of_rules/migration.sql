-- AlterTable
ALTER TABLE "GameRules" ADD COLUMN     "adminId" INTEGER;
