-- CreateTable
CREATE TABLE "GameDay" (
    "appId" UUID NOT NULL,
    "day" INTEGER NOT NULL,
    "taps" BIGINT NOT NULL,
    "players" INTEGER NOT NULL,
    "newPlayers" INTEGER NOT NULL,
    "made" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL,
    "claimed" BIGINT NOT NULL,
    "adjusted" BIGINT NOT NULL,
    "returned1" INTEGER NOT NULL,
    "returned7" INTEGER NOT NULL,
    "returned30" INTEGER NOT NULL,

    CONSTRAINT "GameDay_pkey" PRIMARY KEY ("appId","day")
);

-- CreateTable
CREATE TABLE "GameDayCount" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "closedDay" INTEGER NOT NULL,
    "countedAt" BIGINT NOT NULL,
    "nextAt" BIGINT NOT NULL,

    CONSTRAINT "GameDayCount_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
-- A summary of each megabyte: an insert adds no entry, and several ranges a summary outlast rows that fill gaps of older pages.
CREATE INDEX "RingEntry_startedAt_idx" ON "RingEntry" USING BRIN ("startedAt" int8_minmax_multi_ops);


