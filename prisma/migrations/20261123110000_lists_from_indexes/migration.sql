-- Lists read ids, counts and skipped pages from these indexes alone, without the tables' rows: hence the included columns and the
-- condition on deleted users. Other conditions hold for every row; they hide the index from Prisma, which knows no included columns.
-- Each index locks its table against writes while it is built: about a second for a million rows.
DROP INDEX "User_appId_createdAt_id_idx";
CREATE INDEX "User_createdAt" ON "User"("appId", "createdAt", "id") INCLUDE ("lastSeenAt") WHERE "deletedAt" IS NULL;
DROP INDEX "User_appId_lastSeenAt_id_idx";
CREATE INDEX "User_lastSeenAt" ON "User"("appId", "lastSeenAt", "id") INCLUDE ("createdAt") WHERE "deletedAt" IS NULL;
DROP INDEX "User_appId_displayName_search";
CREATE INDEX "User_appId_displayName_search" ON "User"("appId", lower("displayName") text_pattern_ops) INCLUDE ("id", "displayName") WHERE "displayName" IS NOT NULL AND "deletedAt" IS NULL;

DROP INDEX "Identity_appId_provider_display_idx";
CREATE INDEX "Identity_appId_provider_display" ON "Identity"("appId", "provider", "display") INCLUDE ("userId") WHERE "provider" IS NOT NULL;
-- PostgreSQL reads an index on an expression alone only if it has the expression's column too.
DROP INDEX "Identity_appId_display_search";
CREATE INDEX "Identity_appId_display_search" ON "Identity"("appId", lower("display") text_pattern_ops) INCLUDE ("userId", "display") WHERE "display" IS NOT NULL;
DROP INDEX "Identity_appId_subject_search";
CREATE INDEX "Identity_appId_subject_search" ON "Identity"("appId", "subject" text_pattern_ops) INCLUDE ("userId") WHERE "subject" IS NOT NULL;
