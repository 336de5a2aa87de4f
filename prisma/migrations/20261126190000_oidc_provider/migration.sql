-- An app as OpenID provider: its clients, what the provider stores, and its keys.
ALTER TABLE "App" ADD COLUMN "oidcProviderEnabled" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "OidcClient" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "redirectUris" TEXT[],
    "postLogoutRedirectUris" TEXT[],
    "backchannelLogoutUri" TEXT,
    "authentication" TEXT NOT NULL,
    "secretDigest" BYTEA,
    "secretLastFour" TEXT,
    "publicKeys" JSONB NOT NULL DEFAULT '[]',
    "scopes" TEXT[],
    "subjects" TEXT NOT NULL,
    "idTokenAlgorithm" TEXT NOT NULL,
    "skipsConsent" BOOLEAN NOT NULL DEFAULT false,
    "deviceLogins" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "logins" INTEGER NOT NULL DEFAULT 0,
    "lastLoginAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OidcClient_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "OidcClient_appId_idx" ON "OidcClient"("appId");

ALTER TABLE "OidcClient" ADD CONSTRAINT "OidcClient_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "OidcRecord" (
    "appId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "uidDigest" BYTEA,
    "codeDigest" BYTEA,
    "grant" BYTEA,
    "clientId" UUID,
    "userId" UUID,
    "sessionId" UUID,
    "sealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "consumedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OidcRecord_pkey" PRIMARY KEY ("appId","kind","digest")
);

CREATE INDEX "OidcRecord_expiresAt_idx" ON "OidcRecord"("expiresAt");
-- For what ends with a session and with a client.
CREATE INDEX "OidcRecord_session" ON "OidcRecord"("sessionId") WHERE "sessionId" IS NOT NULL;
CREATE INDEX "OidcRecord_client" ON "OidcRecord"("clientId") WHERE "clientId" IS NOT NULL;
-- The grants of a user, and what belongs to a grant.
CREATE INDEX "OidcRecord_user" ON "OidcRecord"("userId") WHERE "userId" IS NOT NULL;
CREATE INDEX "OidcRecord_grant" ON "OidcRecord"("grant") WHERE "grant" IS NOT NULL;
CREATE INDEX "OidcRecord_uid" ON "OidcRecord"("uidDigest") WHERE "uidDigest" IS NOT NULL;
CREATE INDEX "OidcRecord_code" ON "OidcRecord"("codeDigest") WHERE "codeDigest" IS NOT NULL;

ALTER TABLE "OidcRecord" ADD CONSTRAINT "OidcRecord_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "OidcClient"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OidcRecord" ADD CONSTRAINT "OidcRecord_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "OidcKey" (
    "kid" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activeAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OidcKey_pkey" PRIMARY KEY ("kid")
);
