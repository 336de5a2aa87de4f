-- CreateTable
CREATE TABLE "ContentPicture" (
    "id" TEXT NOT NULL,
    "webp" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContentPicture_pkey" PRIMARY KEY ("id")
);
