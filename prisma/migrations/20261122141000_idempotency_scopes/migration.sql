-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "initiator" "ActorKind";

-- DropIndex
DROP INDEX "Transaction_userId_idempotencyKey_key";

-- Keys of apps were told from those of users by `app ` before them. A key stands for a day at most, so that rows without one stay as they are.
UPDATE "Transaction" SET "initiator" = 'app', "idempotencyKey" = substr("idempotencyKey", 5) WHERE "idempotencyKey" LIKE 'app _%';
UPDATE "Transaction" SET "initiator" = 'user' WHERE "idempotencyKey" IS NOT NULL AND "initiator" IS NULL;

-- CreateIndex
CREATE UNIQUE INDEX "Transaction_userId_initiator_idempotencyKey_key" ON "Transaction"("userId", "initiator", "idempotencyKey");

-- A key without its initiator would be unique to nobody.
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_idempotencyKey_initiator_check" CHECK ("idempotencyKey" IS NULL OR "initiator" IS NOT NULL);
