-- CreateTable
CREATE TABLE "DappPermission" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "name" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DappPermission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OdysseyBinding" (
    "userId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OdysseyBinding_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "DappPermission_userId_origin_key" ON "DappPermission"("userId", "origin");

-- CreateIndex
CREATE UNIQUE INDEX "OdysseyBinding_appId_code_key" ON "OdysseyBinding"("appId", "code");

-- AddForeignKey
ALTER TABLE "DappPermission" ADD CONSTRAINT "DappPermission_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OdysseyBinding" ADD CONSTRAINT "OdysseyBinding_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

