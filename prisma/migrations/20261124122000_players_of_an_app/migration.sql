-- Boards are built from the players of an app in the order of their ids.
DROP INDEX "Player_appId_idx";
CREATE INDEX "Player_appId_userId_idx" ON "Player"("appId", "userId");
