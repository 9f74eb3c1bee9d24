import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Files of people, in buckets, and who else may read them. */
export const storage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('storage_bucket')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('permission', 'text', (column) => column.notNull())
      .addColumn('generation', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('token_hash', 'text')
      .addColumn('token', 'text')
      .addUniqueConstraint('storage_bucket_name', ['user_id', 'name'])
      .addUniqueConstraint('storage_bucket_token', ['token_hash'])
      .execute()
    await db.schema
      .createTable('storage_entry')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('bucket_id', 'text', (column) => column.notNull().references('storage_bucket.id').onDelete('cascade'))
      .addColumn('parent_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('key', 'text')
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('sha', 'text')
      .addColumn('picture', 'text')
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      // A folder is listed by it, in the order of names.
      .addUniqueConstraint('storage_entry_place', ['bucket_id', 'parent_id', 'name'])
      .execute()
    await db.schema.createIndex('storage_entry_of_user').on('storage_entry').column('user_id').execute()
    await db.schema
      .createTable('file_share')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user_account.id').onDelete('cascade'))
      .addColumn('entry_id', 'text', (column) => column.notNull().references('storage_entry.id').onDelete('cascade'))
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addUniqueConstraint('file_share_token', ['token_hash'])
      .execute()
    await db.schema.createIndex('file_share_of_user').on('file_share').columns(['user_id', 'created_at']).execute()
    await db.schema.createIndex('file_share_of_entry').on('file_share').column('entry_id').execute()
    await db.schema
      .createTable('storage_key')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('is_waste', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('storage_key_of_user').on('storage_key').column('user_id').execute()
  },
}
