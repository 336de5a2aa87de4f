-- Codes live ten minutes: those of the old form are not worth a choice of which to keep.
DELETE FROM "EmailCode";

-- DropIndex
DROP INDEX "EmailCode_appId_email_requester_key";

-- CreateIndex
CREATE UNIQUE INDEX "EmailCode_appId_email_key" ON "EmailCode"("appId", "email");
