-- CreateTable
CREATE TABLE "AdminInvitation" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "role" TEXT NOT NULL,
    "allApps" BOOLEAN NOT NULL,
    "appIds" UUID[] NOT NULL,
    "invitedById" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdminInvitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "AdminInvitation_role_check" CHECK ("role" IN ('viewer', 'support', 'operator', 'owner')),
    CONSTRAINT "AdminInvitation_owner_check" CHECK ("role" <> 'owner' OR "allApps")
);

-- CreateIndex
CREATE UNIQUE INDEX "AdminInvitation_email_key" ON "AdminInvitation"("email");

-- CreateIndex
CREATE UNIQUE INDEX "AdminInvitation_digest_key" ON "AdminInvitation"("digest");

-- CreateIndex
CREATE INDEX "AdminInvitation_invitedById_idx" ON "AdminInvitation"("invitedById");

-- AddForeignKey
ALTER TABLE "AdminInvitation" ADD CONSTRAINT "AdminInvitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;
