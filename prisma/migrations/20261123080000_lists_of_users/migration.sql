-- Searches of operators: the beginning of a name or account, without regard to case. Each index locks its table against
-- writes while it is built: about two seconds for a million rows.
CREATE INDEX "Identity_appId_display_search" ON "Identity"("appId", lower("display") text_pattern_ops);
CREATE INDEX "Identity_appId_subject_search" ON "Identity"("appId", "subject" text_pattern_ops);
CREATE INDEX "User_appId_displayName_search" ON "User"("appId", lower("displayName") text_pattern_ops) WHERE "displayName" IS NOT NULL AND "deletedAt" IS NULL;

-- Lists of disabled users, who are few.
CREATE INDEX "User_disabled_createdAt" ON "User"("appId", "createdAt", "id") WHERE "disabledAt" IS NOT NULL AND "deletedAt" IS NULL;
CREATE INDEX "User_disabled_lastSeenAt" ON "User"("appId", "lastSeenAt", "id") WHERE "disabledAt" IS NOT NULL AND "deletedAt" IS NULL;
