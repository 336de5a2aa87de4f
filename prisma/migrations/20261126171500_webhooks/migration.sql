CREATE TYPE "WebhookStatus" AS ENUM ('pending', 'delivered', 'failed');

CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[] NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "orderedByUser" BOOLEAN NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "sealedPrevious" BYTEA,
    "previousUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "disabledBecause" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Webhook_appId_idx" ON "Webhook"("appId");

ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No reference to the endpoint: each event would lock its row.
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "seq" BIGSERIAL NOT NULL,
    "webhookId" UUID NOT NULL,
    "userId" UUID,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "status" "WebhookStatus" NOT NULL DEFAULT 'pending',
    "orderKey" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "log" JSONB NOT NULL DEFAULT '[]',
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "WebhookDelivery_webhookId_seq_key" ON "WebhookDelivery"("webhookId", "seq");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery" USING BRIN ("createdAt" timestamptz_minmax_multi_ops);
-- What is due of an endpoint, and what of a user's events comes first.
CREATE INDEX "WebhookDelivery_due" ON "WebhookDelivery"("webhookId", "dueAt") WHERE status = 'pending';
CREATE INDEX "WebhookDelivery_order" ON "WebhookDelivery"("webhookId", "orderKey", "seq") WHERE status = 'pending' AND "orderKey" IS NOT NULL;
CREATE INDEX "WebhookDelivery_failed" ON "WebhookDelivery"("webhookId", "seq") WHERE status = 'failed';

-- Rows change two or three times within a second: the dead versions are to be removed soon.
ALTER TABLE "WebhookDelivery" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- The endpoints of an app that want events of a type. Whether there are any is decided in the transaction of the event.
-- Its result is no row of the table: a restore replaces tables, on which no function may depend.
CREATE FUNCTION webhooks_for(app uuid, event text) RETURNS TABLE (id uuid, "orderedByUser" boolean) LANGUAGE sql STABLE AS $$
  SELECT w.id, w."orderedByUser" FROM "Webhook" w WHERE w."appId" = app AND w.enabled AND (w.events = '{}' OR event = ANY (w.events))
$$;

-- Writes an event to the outbox of each endpoint that wants it.
CREATE FUNCTION emit_webhook(app uuid, about uuid, event text, content jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, about, event, content, CASE WHEN w."orderedByUser" THEN about END FROM webhooks_for(app, event) w
$$;

CREATE FUNCTION emit_user_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, c.id, 'user.created', jsonb_build_object('userId', c.id, 'externalId', c."externalId"),
    CASE WHEN w."orderedByUser" THEN c.id END
  FROM created c CROSS JOIN LATERAL webhooks_for(c."appId", 'user.created') w;
  RETURN NULL;
END $$;

CREATE TRIGGER emit_user_created AFTER INSERT ON "User"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION emit_user_created();

-- A deletion clears the external id, so it is told as it was.
CREATE FUNCTION emit_user_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_webhook(NEW."appId", NEW.id,
    CASE WHEN OLD."deletedAt" IS NULL AND NEW."deletedAt" IS NOT NULL THEN 'user.deleted'
      WHEN NEW."disabledAt" IS NULL THEN 'user.enabled' ELSE 'user.disabled' END,
    jsonb_build_object('userId', NEW.id, 'externalId', OLD."externalId"));
  RETURN NULL;
END $$;

CREATE TRIGGER emit_user_state AFTER UPDATE OF "deletedAt", "disabledAt" ON "User"
FOR EACH ROW WHEN ((OLD."deletedAt" IS NULL AND NEW."deletedAt" IS NOT NULL) OR (OLD."disabledAt" IS NULL) <> (NEW."disabledAt" IS NULL))
EXECUTE FUNCTION emit_user_state();

CREATE FUNCTION emit_login() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, u.id, 'user.login', jsonb_build_object('userId', u.id, 'sessionId', c.id, 'method', c.method),
    CASE WHEN w."orderedByUser" THEN u.id END
  FROM created c JOIN "User" u ON u.id = c."userId" CROSS JOIN LATERAL webhooks_for(u."appId", 'user.login') w;
  RETURN NULL;
END $$;

CREATE TRIGGER emit_login AFTER INSERT ON "Session"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION emit_login();

-- Expired sessions are deleted too, and were revoked by nobody; those of a deleted user end with it.
CREATE FUNCTION emit_session_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, u.id, 'session.revoked', jsonb_build_object('userId', u.id, 'sessionId', r.id),
    CASE WHEN w."orderedByUser" THEN u.id END
  FROM removed r JOIN "User" u ON u.id = r."userId" AND u."deletedAt" IS NULL
    CROSS JOIN LATERAL webhooks_for(u."appId", 'session.revoked') w
  WHERE r."expiresAt" > now();
  RETURN NULL;
END $$;

CREATE TRIGGER emit_session_revoked AFTER DELETE ON "Session"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION emit_session_revoked();

CREATE FUNCTION emit_identity_bound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, c."userId", 'identity.bound',
    jsonb_build_object('userId', c."userId", 'provider', c.provider, 'founding', c.founding),
    CASE WHEN w."orderedByUser" THEN c."userId" END
  FROM created c CROSS JOIN LATERAL webhooks_for(c."appId", 'identity.bound') w;
  RETURN NULL;
END $$;

CREATE TRIGGER emit_identity_bound AFTER INSERT ON "Identity"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION emit_identity_bound();

CREATE FUNCTION emit_identity_unbound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, u.id, 'identity.unbound', jsonb_build_object('userId', u.id, 'provider', r.provider),
    CASE WHEN w."orderedByUser" THEN u.id END
  FROM removed r JOIN "User" u ON u.id = r."userId" AND u."deletedAt" IS NULL
    CROSS JOIN LATERAL webhooks_for(r."appId", 'identity.unbound') w;
  RETURN NULL;
END $$;

CREATE TRIGGER emit_identity_unbound AFTER DELETE ON "Identity"
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION emit_identity_unbound();

CREATE FUNCTION emit_wallet_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Webhook" WHERE enabled) THEN RETURN NULL; END IF;
  INSERT INTO "WebhookDelivery" ("webhookId", "userId", type, data, "orderKey")
  SELECT w.id, u.id, 'wallet.created', jsonb_build_object('userId', u.id, 'chain', c.chain, 'address', c.address),
    CASE WHEN w."orderedByUser" THEN u.id END
  FROM created c JOIN "User" u ON u.id = c."userId" CROSS JOIN LATERAL webhooks_for(u."appId", 'wallet.created') w;
  RETURN NULL;
END $$;

CREATE TRIGGER emit_wallet_created AFTER INSERT ON "Wallet"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION emit_wallet_created();

CREATE FUNCTION emit_transaction_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_webhook(NEW."appId", NEW."userId", 'transaction.state', jsonb_build_object('userId', NEW."userId",
    'transactionId', NEW.id, 'network', NEW.network, 'kind', NEW.kind, 'status', NEW.status, 'signature', NEW.signature, 'error', NEW.error));
  RETURN NULL;
END $$;

CREATE TRIGGER emit_transaction_state AFTER UPDATE OF status ON "Transaction"
FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION emit_transaction_state();
