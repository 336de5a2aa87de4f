-- AlterTable
ALTER TABLE "App" ADD COLUMN "brand" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "KnownToken" (
    "appId" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "iconUrl" TEXT,
    "priceId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KnownToken_pkey" PRIMARY KEY ("appId","network","address")
);

-- AddForeignKey
ALTER TABLE "KnownToken" ADD CONSTRAINT "KnownToken_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

