import { storeContract } from './contract/contract.ts';
import { sqliteDatabases } from './databases.ts';

storeContract(sqliteDatabases());
