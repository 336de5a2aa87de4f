-- APIs of an app, for which its provider issues tokens, and clients that register themselves.
ALTER TABLE "App" ADD COLUMN "oidcRegistrationEnabled" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "OidcClient" ADD COLUMN "requiresPkce" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "registered" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "OidcResource" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OidcResource_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "OidcResource_appId_url_key" ON "OidcResource"("appId", "url");

ALTER TABLE "OidcResource" ADD CONSTRAINT "OidcResource_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;
