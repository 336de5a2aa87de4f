-- AlterTable: admins of before may do everything, as they could.
ALTER TABLE "Admin" ADD COLUMN     "role" TEXT NOT NULL DEFAULT 'owner',
ADD COLUMN     "allApps" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "appIds" UUID[] NOT NULL DEFAULT '{}';

-- AlterTable: what is not said is not given.
ALTER TABLE "Admin" ALTER COLUMN "role" SET DEFAULT 'viewer',
ALTER COLUMN "allApps" SET DEFAULT false;

-- AddCheck
ALTER TABLE "Admin" ADD CONSTRAINT "Admin_role_check" CHECK ("role" IN ('viewer', 'support', 'operator', 'owner'));
ALTER TABLE "Admin" ADD CONSTRAINT "Admin_owner_check" CHECK ("role" <> 'owner' OR "allApps");
