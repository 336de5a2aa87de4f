-- The hash chain of the audit trail: a link for each line, in a table of its own, so that lines are only ever added.
-- Set where a restore brought the line in without a link of the chain.
ALTER TABLE "AuditEvent" ADD COLUMN "restoredAt" TIMESTAMPTZ(3);

CREATE INDEX "AuditEvent_restored" ON "AuditEvent"("restoredAt") WHERE "restoredAt" IS NOT NULL;

-- "eventId" is no foreign key: the link of a line stays where somebody deletes the line.
CREATE TABLE "AuditLink" (
    "seq" BIGINT NOT NULL,
    "eventId" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "chainedAt" TIMESTAMPTZ(3) NOT NULL,
    "signature" BYTEA,

    CONSTRAINT "AuditLink_pkey" PRIMARY KEY ("seq")
);

CREATE UNIQUE INDEX "AuditLink_eventId_key" ON "AuditLink"("eventId");

-- The end of what retention has removed from the beginning of the chain: one row.
CREATE TABLE "AuditCheckpoint" (
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "removed" BIGINT NOT NULL,
    "intact" BOOLEAN NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "AuditCheckpoint_pkey" PRIMARY KEY ("seq")
);

-- Lines without a link yet, in the order in which they were added.
CREATE TABLE "AuditPending" (
    "n" BIGSERIAL NOT NULL,
    "eventId" UUID NOT NULL,

    CONSTRAINT "AuditPending_pkey" PRIMARY KEY ("n")
);

INSERT INTO "AuditPending" ("eventId") SELECT id FROM "AuditEvent" ORDER BY "createdAt", id;

-- How far a destination has got the trail.
CREATE TABLE "AuditForward" (
    "destination" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "AuditForward_pkey" PRIMARY KEY ("destination")
);

CREATE FUNCTION await_audit_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "AuditPending" ("eventId") VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER await_audit_link AFTER INSERT ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION await_audit_link();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Lines of the audit trail are only ever added' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER refuse_audit_update BEFORE UPDATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER refuse_audit_truncate BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Retention, which signs a checkpoint, says so in its transaction. Any other deletion, of an older server too, deletes nothing: an error
-- would stop all of that server's housekeeping.
CREATE FUNCTION keep_audit_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('openauth.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_audit_line BEFORE DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION keep_audit_line();
