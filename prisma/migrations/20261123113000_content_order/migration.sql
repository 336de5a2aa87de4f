-- Dapps are listed in an order of the operator's choice; until then it was the order of their names.
ALTER TABLE "Dapp" ADD COLUMN "position" INTEGER NOT NULL DEFAULT 0;

UPDATE "Dapp" SET "position" = ordered."at"
FROM (SELECT "id", row_number() OVER (ORDER BY "nameKey") AS "at" FROM "Dapp") AS ordered
WHERE "Dapp"."id" = ordered."id";

-- CreateIndex
CREATE INDEX "Dapp_position_id_idx" ON "Dapp"("position", "id");
