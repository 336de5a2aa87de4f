-- CreateTable
CREATE TABLE "AdminTotp" (
    "adminId" INTEGER NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "AdminTotp_pkey" PRIMARY KEY ("adminId")
);

-- CreateTable
CREATE TABLE "AdminRecoveryCode" (
    "adminId" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdminRecoveryCode_pkey" PRIMARY KEY ("adminId","digest")
);

-- AddForeignKey
ALTER TABLE "AdminTotp" ADD CONSTRAINT "AdminTotp_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdminRecoveryCode" ADD CONSTRAINT "AdminRecoveryCode_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;
