-- AlterTable
ALTER TABLE "App" ADD COLUMN     "privacyUrl" TEXT,
ADD COLUMN     "privacyVersion" TEXT,
ADD COLUMN     "termsRequired" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "termsUrl" TEXT,
ADD COLUMN     "termsVersion" TEXT;

-- CreateTable
CREATE TABLE "TermsAcceptance" (
    "userId" UUID NOT NULL,
    "document" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "appId" UUID NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "surface" TEXT NOT NULL,

    CONSTRAINT "TermsAcceptance_pkey" PRIMARY KEY ("userId","document","version")
);

-- CreateIndex
CREATE INDEX "TermsAcceptance_appId_acceptedAt_userId_idx" ON "TermsAcceptance"("appId", "acceptedAt", "userId");

-- AddForeignKey
ALTER TABLE "TermsAcceptance" ADD CONSTRAINT "TermsAcceptance_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
