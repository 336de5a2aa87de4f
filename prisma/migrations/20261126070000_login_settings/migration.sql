-- Switches and public settings of login methods are in one column, and methods are text: a further login method changes
-- no table. The server that reads them knows which there are.
ALTER TABLE "App" ADD COLUMN "loginSettings" JSONB NOT NULL DEFAULT '{"usernameEnabled": true}';

UPDATE "App" SET "loginSettings" = jsonb_strip_nulls(jsonb_build_object(
  'emailEnabled', "emailEnabled", 'googleEnabled', "googleEnabled", 'discordEnabled', "discordEnabled",
  'twitterEnabled', "twitterEnabled", 'tiktokEnabled', "tiktokEnabled", 'githubEnabled', "githubEnabled",
  'huggingfaceEnabled', "huggingfaceEnabled", 'appleEnabled', "appleEnabled", 'telegramEnabled', "telegramEnabled",
  'ethEnabled', "ethEnabled", 'solEnabled', "solEnabled", 'usernameEnabled', "usernameEnabled",
  'passkeyEnabled', "passkeyEnabled",
  'googleClientId', "googleClientId", 'tiktokClientKey', "tiktokClientKey", 'githubClientId', "githubClientId",
  'huggingfaceClientId', "huggingfaceClientId", 'discordApplicationId', "discordApplicationId",
  'twitterClientId', "twitterClientId", 'appleClientId', "appleClientId", 'appleTeamId', "appleTeamId",
  'appleKeyId', "appleKeyId", 'telegramBotId', "telegramBotId"));

ALTER TABLE "App"
  DROP COLUMN "emailEnabled", DROP COLUMN "googleEnabled", DROP COLUMN "discordEnabled", DROP COLUMN "twitterEnabled",
  DROP COLUMN "tiktokEnabled", DROP COLUMN "githubEnabled", DROP COLUMN "huggingfaceEnabled",
  DROP COLUMN "appleEnabled", DROP COLUMN "telegramEnabled", DROP COLUMN "ethEnabled", DROP COLUMN "solEnabled",
  DROP COLUMN "usernameEnabled", DROP COLUMN "passkeyEnabled",
  DROP COLUMN "googleClientId", DROP COLUMN "tiktokClientKey", DROP COLUMN "githubClientId",
  DROP COLUMN "huggingfaceClientId", DROP COLUMN "discordApplicationId", DROP COLUMN "twitterClientId",
  DROP COLUMN "appleClientId", DROP COLUMN "appleTeamId", DROP COLUMN "appleKeyId", DROP COLUMN "telegramBotId";

-- Compared byte by byte, as the values of the type were compared by number: no list is ordered by it.
ALTER TABLE "Identity" ALTER COLUMN "provider" TYPE TEXT COLLATE "C" USING "provider"::text;

DROP TYPE "Provider";
