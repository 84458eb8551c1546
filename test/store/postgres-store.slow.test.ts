import { storeContract } from './contract/contract.ts';
import { describeOnPostgres } from './postgres-of-run.ts';

await describeOnPostgres('a store in PostgreSQL', storeContract);
