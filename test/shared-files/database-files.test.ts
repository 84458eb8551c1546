import { sqliteDatabases } from '../store/databases.ts';
import { databaseFilesContract } from './database-contract.ts';

databaseFilesContract(sqliteDatabases());
