-- AlterTable
ALTER TABLE "User" ADD COLUMN "disabledBy" "ActorKind";

-- Who disabled a user that is disabled already: as the audit trail says, else an operator, whom no partner overrules.
UPDATE "User" u SET "disabledBy" = coalesce(
  (SELECT e.actor FROM "AuditEvent" e WHERE e.action = 'user.disable' AND e."targetId" = u.id::text ORDER BY e."createdAt" DESC LIMIT 1),
  'admin')
WHERE u."disabledAt" IS NOT NULL;
