-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "initiatorId" TEXT,
ADD COLUMN     "initiatorIp" TEXT;
