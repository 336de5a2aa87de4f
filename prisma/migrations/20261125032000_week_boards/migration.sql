-- AlterTable
ALTER TABLE "Player" ADD COLUMN     "isHidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lastWeekEarned" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "week" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "weekEarned" BIGINT NOT NULL DEFAULT 0;

UPDATE "Player" SET "isHidden" = true
FROM "User" WHERE "User".id = "Player"."userId" AND "User"."disabledAt" IS NOT NULL;
