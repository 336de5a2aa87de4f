-- The version by which a change of an app's settings tells whether another one came between.
ALTER TABLE "App" ADD COLUMN "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
