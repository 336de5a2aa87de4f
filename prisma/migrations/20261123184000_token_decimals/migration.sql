-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "decimals" INTEGER;
