-- AlterTable
ALTER TABLE "Player" ADD COLUMN "tapLimitOn" INTEGER;

-- The watch ends the limits that it has set.
CREATE INDEX "Player_tapLimitOn_idx" ON "Player"("appId", "tapLimitOn") WHERE "tapLimitOn" IS NOT NULL;
