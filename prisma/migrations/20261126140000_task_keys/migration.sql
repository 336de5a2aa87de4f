-- A key by which files of the configuration know a task, on every server the same. Tasks of before get one of their title, as new ones
-- do; where that leaves nothing, or several tasks of an app have one, it is made of the id.
ALTER TABLE "GameTask" ADD COLUMN "key" TEXT;

UPDATE "GameTask" AS task SET "key" = CASE WHEN named."slug" <> '' AND named."number" = 1 THEN named."slug" ELSE 'task-' || left(task."id"::text, 8) END
FROM (
  SELECT "id", "slug", row_number() OVER (PARTITION BY "appId", "slug" ORDER BY "createdAt", "id") AS "number"
  FROM (
    SELECT "id", "appId", "createdAt",
      trim(BOTH '-' FROM left(trim(LEADING '-' FROM regexp_replace(lower("title"), '[^a-z0-9]+', '-', 'g')), 32)) AS "slug"
    FROM "GameTask"
  ) AS slugs
) AS named
WHERE named."id" = task."id";

ALTER TABLE "GameTask" ALTER COLUMN "key" SET NOT NULL;
