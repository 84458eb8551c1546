import { describeOnPostgres } from '../store/postgres-of-run.ts';
import { databaseFilesContract } from './database-contract.ts';

await describeOnPostgres('files in PostgreSQL', databaseFilesContract);
