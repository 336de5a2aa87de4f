-- Searches and filters of operators over the ledger. Each index locks its table against writes while it is built.
CREATE INDEX "Transaction_appId_status_createdAt_idx" ON "Transaction"("appId", "status", "createdAt");
CREATE INDEX "Transaction_appId_network_createdAt_idx" ON "Transaction"("appId", "network", "createdAt");
CREATE INDEX "Transaction_toAddress_createdAt_idx" ON "Transaction"("toAddress", "createdAt");
-- Few transactions were replaced.
CREATE INDEX "Transaction_former_signatures" ON "Transaction" USING gin ("formerSignatures") WHERE "formerSignatures" <> '{}';

-- The audit trail by what was changed, by address, and by the beginning of the action.
CREATE INDEX "AuditEvent_targetId_createdAt_idx" ON "AuditEvent"("targetId", "createdAt");
CREATE INDEX "AuditEvent_ip_createdAt_idx" ON "AuditEvent"("ip", "createdAt");
CREATE INDEX "AuditEvent_action_prefix" ON "AuditEvent"("action" text_pattern_ops, "createdAt") WHERE "action" IS NOT NULL;

-- The condition, which holds for every row, hides the index from Prisma, which would recreate one with text_pattern_ops in every
-- migration that it writes. The same goes for the one above.
DROP INDEX "Identity_appId_subject_search";
CREATE INDEX "Identity_appId_subject_search" ON "Identity"("appId", "subject" text_pattern_ops) WHERE "subject" IS NOT NULL;
