-- Pictures that the server keeps are stored as their paths, and get the server's public address when they are read. Until then
-- the address at the time of the upload was stored. The name is the digest of the picture, so that an address of any server
-- with the name of a picture of this one shows the same picture; other addresses stay as they are.
UPDATE "Dapp" SET "logoUrl" = '/pictures/' || picture."id" || '.webp' FROM "ContentPicture" AS picture
WHERE picture."id" = substring("Dapp"."logoUrl" FROM '^https?://.*/pictures/([0-9a-f]{64})\.webp$');

UPDATE "Dapp" SET "bgImgUrl" = '/pictures/' || picture."id" || '.webp' FROM "ContentPicture" AS picture
WHERE picture."id" = substring("Dapp"."bgImgUrl" FROM '^https?://.*/pictures/([0-9a-f]{64})\.webp$');

UPDATE "GameCenterEntry" SET "logoUrl" = '/pictures/' || picture."id" || '.webp' FROM "ContentPicture" AS picture
WHERE picture."id" = substring("GameCenterEntry"."logoUrl" FROM '^https?://.*/pictures/([0-9a-f]{64})\.webp$');

UPDATE "App" SET "logoUrl" = '/pictures/' || picture."id" || '.webp' FROM "ContentPicture" AS picture
WHERE picture."id" = substring("App"."logoUrl" FROM '^https?://.*/pictures/([0-9a-f]{64})\.webp$');

-- A brand that is no object has no pictures.
UPDATE "App" SET "brand" = "App"."brand" || paths."fields"
FROM (
  SELECT app."id", jsonb_object_agg(field.key, '/pictures/' || picture."id" || '.webp') AS "fields"
  FROM "App" AS app CROSS JOIN jsonb_each_text(
      CASE WHEN jsonb_typeof(app."brand") = 'object' THEN app."brand" ELSE '{}' END
    ) AS field JOIN "ContentPicture" AS picture
    ON picture."id" = substring(field.value FROM '^https?://.*/pictures/([0-9a-f]{64})\.webp$')
  WHERE field.key IN ('logoUrl', 'loginPictureUrl', 'bannerUrl')
  GROUP BY app."id"
) AS paths
WHERE paths."id" = "App"."id";
