-- CreateTable
CREATE TABLE "KnownClient" (
    "account" BYTEA NOT NULL,
    "client" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KnownClient_pkey" PRIMARY KEY ("account","client")
);

-- CreateIndex
CREATE INDEX "KnownClient_expiresAt_idx" ON "KnownClient"("expiresAt");
