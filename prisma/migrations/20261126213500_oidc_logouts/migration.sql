-- Back-channel log-outs: whatever ends a grant tells its client, from an outbox.
ALTER TABLE "OidcRecord" ADD COLUMN "sid" TEXT;

CREATE TABLE "OidcLogout" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "appId" UUID NOT NULL,
    "clientId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sid" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OidcLogout_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "OidcLogout_dueAt_idx" ON "OidcLogout"("dueAt");

-- A grant ends with the user's session, whose deletion deletes it, by its client, by its user, or when it expires. Of a client that is
-- deleted there is no row any more, and nobody is told.
CREATE FUNCTION oidc_grant_ended() RETURNS trigger AS $$
BEGIN
  INSERT INTO "OidcLogout" ("appId", "clientId", "userId", "sid")
  SELECT OLD."appId", c.id, OLD."userId", OLD."sid" FROM "OidcClient" c
  WHERE c.id = OLD."clientId" AND c."backchannelLogoutUri" IS NOT NULL;
  RETURN NULL;
END
$$ LANGUAGE plpgsql;

CREATE TRIGGER oidc_grant_ended AFTER DELETE ON "OidcRecord" FOR EACH ROW
WHEN (OLD.kind = 'Grant' AND OLD."sid" IS NOT NULL AND OLD."userId" IS NOT NULL)
EXECUTE FUNCTION oidc_grant_ended();
