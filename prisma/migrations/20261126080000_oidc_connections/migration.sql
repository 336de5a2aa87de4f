CREATE TABLE "OidcConnection" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "scopes" TEXT NOT NULL,
    "claims" JSONB NOT NULL,
    "clientAuthentication" TEXT NOT NULL,
    "domains" TEXT[],
    "onlyDomains" BOOLEAN NOT NULL,
    "trustsEmails" BOOLEAN NOT NULL,
    "createsUsers" BOOLEAN NOT NULL,
    "showsButton" BOOLEAN NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OidcConnection_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "OidcConnection_appId_key_key" ON "OidcConnection"("appId", "key");

ALTER TABLE "OidcConnection" ADD CONSTRAINT "OidcConnection_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;
