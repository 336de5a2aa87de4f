-- AlterTable; its index goes with the column
ALTER TABLE "Session" DROP COLUMN "credentialDigest",
ADD COLUMN     "replayed" BOOLEAN NOT NULL DEFAULT false;
