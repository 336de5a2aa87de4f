-- Addresses of endpoints may hold API keys. The audit trail has their hosts; lines of earlier releases have whole addresses. What
-- cannot be read as a list becomes a list with … alone, so that no line prevents the start and none keeps a key.
DO $$
DECLARE
  line record;
  hosts text;
BEGIN
  FOR line IN
    SELECT "id", rule, "details" #>> rule AS given
    FROM "AuditEvent" CROSS JOIN (VALUES (ARRAY['rpcUrls']), (ARRAY['before', 'rpcUrls'])) AS rules(rule)
    WHERE "action" = 'wallet-policy.update' AND btrim("details" #>> rule, E' \t\r\n') NOT IN ('', 'null', '[]')
  LOOP
    BEGIN
      SELECT coalesce(jsonb_agg(
        CASE WHEN url = '*' THEN url
        ELSE coalesce(substring(url FROM '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#\\]*@)?([^/?#@\\]+)'), '…') END
        ORDER BY place
      ), '[]')::text INTO hosts
      FROM jsonb_array_elements_text(line.given::jsonb) WITH ORDINALITY AS item(url, place);
    EXCEPTION WHEN data_exception THEN
      hosts := '["…"]';
    END;
    UPDATE "AuditEvent" SET "details" = jsonb_set("details", line.rule, to_jsonb(hosts)) WHERE "id" = line."id";
  END LOOP;
END $$;
