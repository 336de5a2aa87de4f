-- CreateTable
CREATE TABLE "Dapp" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "logoUrl" TEXT,
    "bgImgUrl" TEXT,
    "borderColor" TEXT NOT NULL,
    "bgColor" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Dapp_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GameCenterEntry" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "logoUrl" TEXT,
    "order" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GameCenterEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Dapp_nameKey_key" ON "Dapp"("nameKey");

-- CreateIndex
CREATE INDEX "GameCenterEntry_order_id_idx" ON "GameCenterEntry"("order", "id");

