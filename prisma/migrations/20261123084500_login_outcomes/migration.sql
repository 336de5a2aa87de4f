-- CreateTable
CREATE TABLE "LoginOutcome" (
    "appId" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "succeededAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "LoginOutcome_pkey" PRIMARY KEY ("appId","method")
);

-- AddForeignKey
ALTER TABLE "LoginOutcome" ADD CONSTRAINT "LoginOutcome_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

