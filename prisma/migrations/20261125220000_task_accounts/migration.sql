-- CreateTable
CREATE TABLE "TaskAccount" (
    "taskId" UUID NOT NULL,
    "period" TEXT NOT NULL DEFAULT '',
    "digest" BYTEA NOT NULL,

    CONSTRAINT "TaskAccount_pkey" PRIMARY KEY ("taskId","period","digest")
);
